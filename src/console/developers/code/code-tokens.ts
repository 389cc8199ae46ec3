export type Language = 'json' | 'curl' | 'javascript' | 'python' | 'go'

type TokenKind = 'string' | 'number' | 'keyword' | 'name' | 'plain'

interface CodeToken {
  readonly kind: TokenKind
  readonly text: string
}

const string = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`[^`]*`?/.source
const number = /-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/.source

const keywords: Readonly<Record<Language, string>> = {
  json: 'true|false|null',
  curl: 'curl',
  javascript: 'await|const|import|from|new|null|true|false',
  python: 'import|from|as|None|True|False',
  go: 'package|import|func|defer|if|nil|return|var',
}

/** The text in pieces that are colored alike. Joined, they are the text. */
export function codeTokens(text: string, language: Language): CodeToken[] {
  const pattern = new RegExp(
    `(?<name>"(?:[^"\\\\\\n]|\\\\.)*"(?=\\s*:))|(?<string>${string})|(?<keyword>\\b(?:${keywords[language]})\\b)|(?<number>${number})`,
    'g',
  )
  const tokens: CodeToken[] = []
  let end = 0
  const addPlain = (until: number) => {
    if (until > end) tokens.push({ kind: 'plain', text: text.slice(end, until) })
  }
  for (const match of text.matchAll(pattern)) {
    addPlain(match.index)
    const [kind] = Object.entries(match.groups!).find(([, value]) => value !== undefined)!
    tokens.push({ kind: kind as TokenKind, text: match[0] })
    end = match.index + match[0].length
  }
  addPlain(text.length)
  return tokens
}

/** JSON with indentation; other text unchanged. */
export function indentedJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
