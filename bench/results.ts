import { type Figure, figureCells, figureHeads } from './figure.ts'

/** The figures as lines for a terminal. */
export function tableText(figures: readonly Figure[]): string {
  const rows = [figureHeads, ...figures.map(figureCells)]
  const widths = figureHeads.map((_, column) =>
    Math.max(...rows.map((cells) => cells[column]!.length)),
  )
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')
  return rows.map((cells) => `${line(cells).trimEnd()}\n`).join('')
}

/** The page that is kept beside the bench. */
export function resultsPage(figures: readonly Figure[], machine: readonly string[]): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  return `# What the bench last gave

Written by \`npm run bench -- --write\` on ${Temporal.Now.plainDateISO()}.

Costs are server CPU per request (user and system time of all threads) relative to a bare
\`node:http\` server that answers with the same bytes; both take turns in one run, and the figures
are ratios of medians. Times on the clock depend on what else the machine does; ratios hardly do.

The machine:

${machine.map((line) => `- ${line}\n`).join('')}
${row(figureHeads)}${row(figureHeads.map(() => '---'))}${figures.map((figure) => row(figureCells(figure))).join('')}`
}
