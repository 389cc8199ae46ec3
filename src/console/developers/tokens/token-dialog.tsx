import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pathHere } from '../../api/base-paths.ts'
import { profile } from '../../api/profile.ts'
import { t } from '../../texts/developers.ts'
import {
  Checkbox,
  FormDialog,
  NameField,
  Outcome,
  SecretDialog,
  SelectField,
} from '../../ui/index.ts'
import { addressInWorld } from '../../world.ts'
import { CodeSamples } from '../code/code-samples.tsx'
import { isForPrograms, scopeArea, shortScope } from '../scope-words.ts'
import { firstPathFor } from './first-path.ts'
import { makeToken, ownTokens } from './tokens.ts'

const lifetimes = [1, 7, 30, 90, 365]

/** Creates a token with selected scopes, and shows it once. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const me = useQuery(profile)
  const [name, setName] = useState('')
  const [expiresInDays, setDays] = useState(30)
  const [scopes, setScopes] = useState<readonly string[]>([])
  const make = useMutation({
    mutationFn: () => makeToken({ name, scopes, expiresInDays }),
    onError: () => {},
    onSuccess: () => client.invalidateQueries({ queryKey: ownTokens.queryKey }),
  })
  if (make.data !== undefined) {
    const { token } = make.data
    return (
      <SecretDialog
        title={t.yourNewToken}
        secret={token}
        onClose={onClose}
        after={<FirstCall token={token} scopes={scopes} />}
      />
    )
  }
  return (
    <FormDialog
      title={t.newToken}
      action={t.create}
      isBusy={make.isPending}
      isIncomplete={scopes.length === 0}
      onSubmit={() => make.mutate()}
      onClose={onClose}
    >
      <NameField
        hint={t.tokenNameHint}
        value={name}
        onValue={setName}
        problem={make.error?.message}
      />
      <SelectField
        label={t.lifetime}
        value={expiresInDays}
        onValue={(value) => setDays(Number(value))}
      >
        {lifetimes.map((days) => (
          <option key={days} value={days}>
            {t.days(days)}
          </option>
        ))}
      </SelectField>
      <Outcome of={me}>
        {(person) => (
          <ScopeFields
            offered={person.scopes.filter(isForPrograms)}
            scopes={scopes}
            onScopes={setScopes}
          />
        )}
      </Outcome>
    </FormDialog>
  )
}

interface ScopeFieldsProps {
  readonly offered: readonly string[]
  readonly scopes: readonly string[]
  readonly onScopes: (scopes: readonly string[]) => void
}

/** Checkboxes for scopes, by API. */
function ScopeFields({ offered, scopes, onScopes }: ScopeFieldsProps) {
  return Array.from(Map.groupBy(offered, scopeArea), ([area, ofArea]) => (
    <fieldset key={area} className="choices">
      <legend>{t.scopesOf[area]}</legend>
      {ofArea.map((scope) => (
        <Checkbox
          key={scope}
          label={shortScope(scope)}
          checked={scopes.includes(scope)}
          onValue={(isChecked) =>
            onScopes(isChecked ? [...scopes, scope] : scopes.filter((each) => each !== scope))
          }
        />
      ))}
    </fieldset>
  ))
}

/** Samples of a call that works with a new token. */
function FirstCall({ token, scopes }: { token: string; scopes: readonly string[] }) {
  const path = firstPathFor(scopes)
  if (path === undefined) return null
  return (
    <section className="stack" aria-label={t.firstCall}>
      <h3>{t.firstCall}</h3>
      <p>{t.firstCallText}</p>
      <CodeSamples call={{ method: 'GET', url: addressInWorld(pathHere(path)), token }} />
    </section>
  )
}
