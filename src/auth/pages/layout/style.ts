import { hash } from 'node:crypto'
import { dark, light, type Palette } from './palettes.ts'

const variables = (palette: Palette) =>
  Object.entries(palette)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')

/** The style sheet of all pages. */
export const style = `
:root{color-scheme:light dark;${variables(light)}}
@media (prefers-color-scheme:dark){:root{${variables(dark)}}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;align-items:center;
  padding:clamp(1rem,8vh,5rem) 1rem 2rem;background:var(--paper);color:var(--ink);
  font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
.brand{display:flex;align-items:center;gap:.6rem;margin-bottom:1.25rem;font-weight:600;letter-spacing:.01em}
.brand svg{width:2rem;height:2rem;color:var(--accent)}
main{width:100%;max-width:27rem;padding:clamp(1.25rem,6vw,2.25rem);background:var(--card);
  border:1px solid var(--line);border-radius:1rem;box-shadow:0 1px 2px rgb(0 0 0/.04),0 12px 32px rgb(0 0 0/.05)}
h1{margin:0;font-size:1.5rem;line-height:1.25;font-weight:650;letter-spacing:-.01em;text-wrap:balance}
h2{margin:0;font-size:1rem;line-height:1.4;font-weight:600}
h1,h2,p,legend,label,.dev button{overflow-wrap:anywhere}
p{margin:.5rem 0 0}
bdi{font-weight:600}
.muted{color:var(--muted)}
.muted bdi{color:var(--ink)}
.small{font-size:.875rem}
.plain bdi{font-weight:400}
form{margin:0}
.field{margin-top:1.25rem}
.field label{display:block;margin-bottom:.375rem;font-weight:500}
.field input{width:100%;min-height:2.875rem;padding:.5rem .75rem;font:inherit;color:inherit;
  background:var(--card);border:1px solid var(--edge);border-radius:.5rem}
.field input[aria-invalid]{border-color:var(--alarm)}
.field input.code,.code{font-family:ui-monospace,"SF Mono",Menlo,Consolas,monospace;letter-spacing:.12em}
.field input.code{font-size:1.25rem;text-align:center;text-transform:uppercase}
p.code{margin-top:1rem;padding:.875rem;font-size:1.5rem;font-weight:600;text-align:center;
  background:var(--wash);border-radius:.5rem}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
button{min-height:2.875rem;padding:.5rem 1.25rem;font:inherit;font-weight:600;color:var(--accent);cursor:pointer;
  background:var(--card);border:1px solid var(--edge);border-radius:.5rem}
button:hover{background:var(--wash)}
button.main{color:var(--onAccent);background:var(--accent);border-color:var(--accent)}
button.main:hover{background:var(--accentHover);border-color:var(--accentHover)}
a{color:var(--accent);text-underline-offset:.2em}
a:hover{color:var(--accentHover)}
a.button{display:block;padding:.625rem 1.25rem;font-weight:600;text-align:center;text-decoration:none;
  overflow-wrap:anywhere;border:1px solid var(--edge);border-radius:.5rem}
a.button:hover{background:var(--wash)}
a.button+a.button{margin-top:.75rem}
button.link{min-height:1.5rem;padding:0;text-align:start;font-weight:500;text-decoration:underline;
  text-underline-offset:.2em;background:none;border:0;border-radius:.25rem}
button.link:hover{color:var(--accentHover)}
.wide{width:100%;margin-top:1.5rem}
form+form>.wide{margin-top:.75rem}
.choice{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}
.choice button{flex:1 1 auto;padding-inline:.75rem}
.notice{margin-top:1.25rem;padding:.75rem .875rem;border-radius:.5rem;background:var(--wash)}
.notice.alarm{font-weight:500;color:var(--alarm);background:var(--alarmWash)}
[hidden]{display:none}
.picture{text-align:center}
.picture img{border-radius:.5rem}
.codes{display:grid;grid-template-columns:repeat(auto-fit,minmax(13rem,1fr));gap:.25rem}
.account{margin-top:1rem;padding:.75rem .875rem;border:1px solid var(--line);border-radius:.5rem}
.account p{margin:0}
fieldset{min-width:0;margin:1.5rem 0 0;padding:0;border:0}
legend{padding:0;font-weight:600}
ul{margin:.75rem 0 0;padding:0;list-style:none}
.scopes li{border-top:1px solid var(--line)}
.scopes li:last-child{border-bottom:1px solid var(--line)}
.scopes label{display:flex;gap:.75rem;align-items:flex-start;padding:.75rem 0;cursor:pointer}
.scopes input{flex:none;width:1.25rem;height:1.25rem;margin:.125rem 0 0;accent-color:var(--accent)}
.scopes small{display:block;font-size:.875rem;color:var(--muted)}
.dev{margin-top:2rem;padding-top:1.5rem;border-top:1px solid var(--line)}
.dev ul{display:grid;gap:.5rem}
.dev button{width:100%;text-align:start;font-weight:400;color:var(--ink)}
.dev button bdi+bdi{display:block;font-size:.875rem;font-weight:400;color:var(--muted)}
`

/** The hash of the style sheet for the Content-Security-Policy. */
export const styleHash = `sha256-${hash('sha256', style, 'base64')}`
