import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './style/theme.css'
import './style/base.css'
import './style/ui.css'
import './style/content.css'
import './style/shell.css'
import { directionOf, language, textLanguage } from './locale/language.ts'
import { isReturn } from './session/authorization.ts'
import { session } from './session/session.ts'
import { App } from './shell/app.tsx'
import { applyTheme } from './shell/theme.ts'

document.documentElement.lang = textLanguage
document.documentElement.dir = directionOf(language)
applyTheme()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
if (isReturn(location.pathname)) {
  const path = await session.return(new URLSearchParams(location.search))
  // A response of the sign-in page is valid once, so that it is removed from the history.
  history.replaceState(null, '', path)
} else await session.open()
