import type { Language } from './code-tokens.ts'

/** A call of an operation that samples show. */
export interface SampleCall {
  readonly method: string
  readonly url: string
  /** JSON text, if the call has a body. */
  readonly body?: string | undefined
  /** The token; by default the samples read it from an environment variable. */
  readonly token?: string | undefined
}

export const sampleLanguages = ['curl', 'javascript', 'python', 'go'] as const

export type SampleLanguage = (typeof sampleLanguages)[number] & Language

const variable = 'ALMANAC_TOKEN'

/** A program that makes the call. */
export const sampleOf = (language: SampleLanguage, call: SampleCall): string =>
  writers[language](call)

const writers: Readonly<Record<SampleLanguage, (call: SampleCall) => string>> = {
  curl({ method, url, body, token }) {
    const bearer =
      token === undefined
        ? `"Authorization: Bearer $${variable}"`
        : inShell(`Authorization: Bearer ${token}`)
    return [
      `curl${method === 'GET' ? '' : ` -X ${method}`} ${inShell(url)}`,
      `  -H ${bearer}`,
      ...(body === undefined
        ? []
        : [`  -H 'Content-Type: application/json'`, `  -d ${inShell(body)}`]),
    ].join(' \\\n')
  },

  javascript({ method, url, body, token }) {
    const bearer =
      token === undefined
        ? `\`Bearer \${process.env.${variable}}\``
        : JSON.stringify(`Bearer ${token}`)
    return [
      `const response = await fetch(${JSON.stringify(url)}, {`,
      ...(method === 'GET' ? [] : [`  method: "${method}",`]),
      '  headers: {',
      `    Authorization: ${bearer},`,
      ...(body === undefined ? [] : ['    "Content-Type": "application/json",']),
      '  },',
      ...(body === undefined ? [] : [`  body: ${indentedText(javascriptBody(body))},`]),
      '})',
      'console.log(response.status, await response.text())',
    ].join('\n')
  },

  python({ method, url, body, token }) {
    const bearer =
      token === undefined
        ? `f"Bearer {os.environ['${variable}']}"`
        : JSON.stringify(`Bearer ${token}`)
    return [
      ...(token === undefined ? ['import os'] : []),
      'import requests',
      '',
      'response = requests.request(',
      `    "${method}",`,
      `    ${JSON.stringify(url)},`,
      `    headers={"Authorization": ${bearer}},`,
      ...(body === undefined ? [] : [`    ${pythonBody(body)},`]),
      ')',
      'print(response.status_code, response.text)',
    ].join('\n')
  },

  go({ method, url, body, token }) {
    const bearer =
      token === undefined ? `"Bearer "+os.Getenv("${variable}")` : JSON.stringify(`Bearer ${token}`)
    const imports = [
      'fmt',
      'io',
      'net/http',
      ...(token === undefined ? ['os'] : []),
      ...(body === undefined ? [] : ['strings']),
    ]
    return [
      'package main',
      '',
      'import (',
      ...imports.map((name) => `\t"${name}"`),
      ')',
      '',
      'func main() {',
      `\treq, err := http.NewRequest("${method}", ${JSON.stringify(url)}, ${body === undefined ? 'nil' : `strings.NewReader(${inGo(body)})`})`,
      '\tif err != nil {',
      '\t\tpanic(err)',
      '\t}',
      `\treq.Header.Set("Authorization", ${bearer})`,
      ...(body === undefined ? [] : ['\treq.Header.Set("Content-Type", "application/json")']),
      '\tres, err := http.DefaultClient.Do(req)',
      '\tif err != nil {',
      '\t\tpanic(err)',
      '\t}',
      '\tdefer res.Body.Close()',
      '\ttext, _ := io.ReadAll(res.Body)',
      '\tfmt.Println(res.Status, string(text))',
      '}',
    ].join('\n')
  },
}

const inShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const inGo = (text: string): string => `\`${text.replaceAll('`', '` + "`" + `')}\``

const indentedText = (text: string): string => text.replaceAll('\n', '\n  ')

function javascriptBody(body: string): string {
  const value = parseJson(body)
  return value === undefined
    ? JSON.stringify(body)
    : `JSON.stringify(${JSON.stringify(value, null, 2)})`
}

function pythonBody(body: string): string {
  const value = parseJson(body)
  return value === undefined
    ? `data=${JSON.stringify(body)}`
    : `json=${pythonLiteral(value, '    ')}`
}

function pythonLiteral(value: unknown, indent: string): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  const lines = Array.isArray(value)
    ? value.map((item) => pythonLiteral(item, inner))
    : Object.entries(value).map(
        ([name, item]) => `${JSON.stringify(name)}: ${pythonLiteral(item, inner)}`,
      )
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  if (lines.length === 0) return `${open}${close}`
  return `${open}\n${lines.map((line) => `${inner}${line},\n`).join('')}${indent}${close}`
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
