import { useMemo } from 'react'
import { codeTokens, type Language } from './code-tokens.ts'

interface CodeBlockProps {
  readonly text: string
  readonly language: Language
  /** The accessible name. */
  readonly label: string
}

/** Code with colors, which scrolls if it is long. */
export function CodeBlock({ text, language, label }: CodeBlockProps) {
  const tokens = useMemo(() => codeTokens(text, language), [text, language])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section className="answer" aria-label={label} tabIndex={0}>
      <pre>
        <code>
          {tokens.map(({ kind, text }, index) =>
            kind === 'plain' ? (
              text
            ) : (
              <span key={index} className={`code-${kind}`}>
                {text}
              </span>
            ),
          )}
        </code>
      </pre>
    </section>
  )
}
