import { escapedText } from '../domain/plain-text.ts'
import { textHash } from '../domain/text-hash.ts'

const lineLength = 16
const linesMax = 6

/** A picture for a volume of which no cover is known: its title and author on a plain ground. */
export function drawnCover({
  title,
  authors = [],
}: {
  title: string
  authors?: readonly string[]
}): string {
  const hue = textHash(title) % 360
  const lines = linesOf(title, linesMax)
  const names = linesOf(authors[0] ?? '', 2)
  const shown = [
    ...lines.map((line, place) => textAt(line, 150 - lines.length * 11 + place * 24, 18)),
    ...names.map((line, place) => textAt(line, 258 + place * 16, 13)),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 300" width="200" height="300" role="img">
<title>${escapedText(title)}</title>
<rect width="200" height="300" fill="hsl(${hue} 35% 32%)"/>
<rect x="10" y="10" width="180" height="280" fill="none" stroke="hsl(${hue} 40% 75%)" stroke-width="1.5"/>
<g fill="#fff" font-family="Georgia, serif" text-anchor="middle">
${shown.join('\n')}
</g>
</svg>
`
}

const textAt = (line: string, y: number, size: number) =>
  `<text x="100" y="${y}" font-size="${size}">${escapedText(line)}</text>`

/** Words in lines that are about as wide as the picture; what does not fit is cut off. */
function linesOf(text: string, countMax: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < lineLength)
      lines[lines.length - 1] += ` ${word}`
    else lines.push([...word].slice(0, lineLength).join(''))
  }
  if (lines.length <= countMax) return lines
  return [...lines.slice(0, countMax - 1), `${lines[countMax - 1]!.slice(0, lineLength - 1)}…`]
}
