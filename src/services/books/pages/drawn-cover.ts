import { escapedText } from '#/kernel/text/html-entities.ts'
import { textHash } from '../domain/text-hash.ts'

/** Font sizes, with the number of letters that fit in a line, largest first. */
const sizes = [
  { size: 36, letters: 8, linesMax: 4 },
  { size: 29, letters: 11, linesMax: 5 },
  { size: 23, letters: 14, linesMax: 6 },
  { size: 19, letters: 17, linesMax: 7 },
] as const

/** A generated cover: title and author on a plain background. */
export function drawnCover({
  title,
  authors = [],
}: {
  title: string
  authors?: readonly string[]
}): string {
  const hue = textHash(title) % 360
  const { lines, size } = fittingLines(title)
  const names = linesOf(authors[0] ?? '', 20, 2)
  const step = size * 1.2
  const shown = [
    ...lines.map((line, place) =>
      textAt(line, Math.round(128 + size / 3 + (place - (lines.length - 1) / 2) * step), size),
    ),
    ...names.map((line, place) => textAt(line, 258 + place * 19, 16)),
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 300" width="200" height="300" role="img">
<title>${escapedText(title)}</title>
<rect width="200" height="300" fill="hsl(${hue} 35% 32%)"/>
<rect x="10" y="10" width="180" height="280" fill="none" stroke="hsl(${hue} 40% 75%)" stroke-width="1.5"/>
<g fill="#fff" font-family="Georgia, serif" font-weight="600" text-anchor="middle">
${shown.join('\n')}
</g>
</svg>
`
}

const textAt = (line: string, y: number, size: number) =>
  `<text x="100" y="${y}" font-size="${size}">${escapedText(line)}</text>`

/** The title in the largest font in which it fits; truncated in the smallest. */
function fittingLines(title: string): { lines: readonly string[]; size: number } {
  const longest = Math.max(...title.split(/\s+/).map((word) => word.length))
  for (const { size, letters, linesMax } of sizes) {
    const lines = linesOf(title, letters, Number.POSITIVE_INFINITY)
    if (longest <= letters && lines.length <= linesMax) return { lines, size }
  }
  const { size, letters, linesMax } = sizes.at(-1)!
  return { lines: linesOf(title, letters, linesMax), size }
}

/** Wraps words into lines; text beyond the last line is truncated. */
function linesOf(text: string, letters: number, linesMax: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter((part) => part !== '')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < letters)
      lines[lines.length - 1] += ` ${word}`
    else lines.push([...word].slice(0, letters).join(''))
  }
  if (lines.length <= linesMax) return lines
  return [...lines.slice(0, linesMax - 1), `${lines[linesMax - 1]!.slice(0, letters - 1)}…`]
}
