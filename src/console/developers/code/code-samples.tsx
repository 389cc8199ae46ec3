import { useState } from 'react'
import { t } from '../../texts/developers.ts'
import { CopyButton, Tabs } from '../../ui/index.ts'
import { CodeBlock } from './code-block.tsx'
import { type SampleCall, type SampleLanguage, sampleLanguages, sampleOf } from './samples.ts'

const tabs = sampleLanguages.map((name) => ({ name, label: t.languages[name] }))

/** A call as a program in several languages. */
export function CodeSamples({ call }: { call: SampleCall }) {
  const [language, setLanguage] = useState<SampleLanguage>('curl')
  const text = sampleOf(language, call)
  return (
    <Tabs label={t.codeSamples} tabs={tabs} chosen={language} onChoose={setLanguage}>
      <div className="stack">
        <CodeBlock text={text} language={language} label={t.sampleIn(t.languages[language])} />
        <div>
          <CopyButton text={text} label={t.copySample} />
        </div>
      </div>
    </Tabs>
  )
}
