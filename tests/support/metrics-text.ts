/** A metric of the text that a scraper reads. */
interface MetricFamily {
  readonly type: string
  readonly help: string
  readonly samples: Sample[]
}

interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** The endings that the names of samples have, by the type of their metric. */
const suffixes: Readonly<Record<string, readonly string[]>> = {
  counter: ['_total'],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
}

/**
 * Reads metrics as strictly as the format is specified: a name, a help text and a type for each metric, samples of
 * no other metric in between, no sample twice. In the older format the name of a counter includes its ending.
 */
export function readMetrics(text: string, format: 'prometheus' | 'openMetrics') {
  const families = new Map<string, MetricFamily>()
  const seen = new Set<string>()
  const lines = text.split('\n')
  if (lines.pop() !== '') throw new Error('The last line does not end.')
  if (format === 'openMetrics' && lines.pop() !== '# EOF') throw new Error('There is no # EOF.')
  let current: { readonly name: string; readonly family: MetricFamily } | undefined
  let help: RegExpExecArray | null = null
  for (const line of lines) {
    if (line === '' && format === 'prometheus') continue
    if (line.startsWith('# HELP ')) {
      help = /^# HELP ([a-zA-Z_:][\w:]*) (.+)$/.exec(line)
      if (help === null) throw new Error(`A help text is missing: ${line}`)
      continue
    }
    const type = /^# TYPE ([a-zA-Z_:][\w:]*) (counter|gauge|histogram|summary)$/.exec(line)
    if (type !== null) {
      const name = type[1]!
      if (help?.[1] !== name || families.has(name)) throw new Error(`Out of place: ${line}`)
      current = { name, family: { type: type[2]!, help: help[2]!, samples: [] } }
      families.set(name, current.family)
      continue
    }
    const sample = readSample(line)
    if (current === undefined || !belongs(sample.name, current, format)) {
      throw new Error(`A sample of another metric: ${line}`)
    }
    const key = `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`
    if (seen.has(key)) throw new Error(`Twice: ${key}`)
    seen.add(key)
    current.family.samples.push(sample)
  }
  return families
}

function belongs(
  sample: string,
  { name, family }: { readonly name: string; readonly family: MetricFamily },
  format: 'prometheus' | 'openMetrics',
): boolean {
  if (family.type === 'counter' && format === 'prometheus') return sample === name
  return suffixes[family.type]!.some((suffix) => sample === name + suffix)
}

const labelPattern = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"/y

function readSample(line: string): Sample {
  const parts = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line)
  if (parts === null) throw new Error(`Not a sample: ${line}`)
  const [, name, text = '', value] = parts as unknown as [string, string, string?, string?]
  const labels: Record<string, string> = {}
  labelPattern.lastIndex = 0
  for (let at = 0; at < text.length; at = labelPattern.lastIndex + 1) {
    labelPattern.lastIndex = at
    const label = labelPattern.exec(text)
    if (label === null || label[1]! in labels) throw new Error(`Wrong labels: ${line}`)
    labels[label[1]!] = label[2]!
    const next = text[labelPattern.lastIndex]
    if (next !== undefined && next !== ',') throw new Error(`Wrong labels: ${line}`)
  }
  const number = value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value)
  if (Number.isNaN(number) && value?.toLowerCase() !== 'nan')
    throw new Error(`Not a number: ${line}`)
  return { name, labels, value: number }
}
