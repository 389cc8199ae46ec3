/** The colors of the pages. A test checks the contrast of each pair for WCAG AA. */
export interface Palette {
  readonly paper: string
  readonly card: string
  readonly ink: string
  readonly muted: string
  readonly line: string
  readonly edge: string
  readonly accent: string
  readonly accentHover: string
  readonly onAccent: string
  readonly wash: string
  readonly alarm: string
  readonly alarmWash: string
}

export const light: Palette = {
  paper: '#f3f4ef',
  card: '#ffffff',
  ink: '#1c2724',
  muted: '#53615c',
  line: '#dfe3dd',
  edge: '#7b8883',
  accent: '#1d6b58',
  accentHover: '#165544',
  onAccent: '#ffffff',
  wash: '#eef4f1',
  alarm: '#9c2418',
  alarmWash: '#fcefec',
}

export const dark: Palette = {
  paper: '#101513',
  card: '#1a211f',
  ink: '#e7eeeb',
  muted: '#a8b6b0',
  line: '#2f3a36',
  edge: '#75847d',
  accent: '#82d3bb',
  accentHover: '#a3e2cf',
  onAccent: '#06231b',
  wash: '#22302b',
  alarm: '#ffb5a8',
  alarmWash: '#3a1c17',
}
