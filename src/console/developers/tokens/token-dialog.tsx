import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { pathHere } from '../../api/base-paths.ts'
import { profile } from '../../api/profile.ts'
import { t } from '../../texts/developers.ts'
import { Button, Dialog, Field, Outcome } from '../../ui/index.ts'
import { addressInWorld } from '../../world.ts'
import { CodeSamples } from '../code/code-samples.tsx'
import { isForPrograms, shortScope } from '../scope-words.ts'
import { SecretOnce } from '../secret-once.tsx'
import { firstPathFor } from './first-path.ts'
import { makeToken, ownTokens } from './tokens.ts'

const lifetimes = [1, 7, 30, 90, 365]

/** Creates a token with selected scopes, and shows it once. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const me = useQuery(profile)
  const form = useId()
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
      <SecretOnce
        title={t.yourNewToken}
        secret={token}
        onClose={onClose}
        after={<FirstCall token={token} scopes={scopes} />}
      />
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate()
  }
  return (
    <Dialog
      title={t.newToken}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button
            kind="main"
            type="submit"
            form={form}
            isBusy={make.isPending}
            disabled={scopes.length === 0}
          >
            {t.create}
          </Button>
        </>
      }
    >
      <form id={form} className="form" onSubmit={submit}>
        <Field label={t.name} hint={t.tokenNameHint} problem={make.error?.message}>
          {(control) => (
            <input
              {...control}
              required
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label={t.lifetime}>
          {(control) => (
            <select
              {...control}
              value={expiresInDays}
              onChange={(event) => setDays(Number(event.target.value))}
            >
              {lifetimes.map((days) => (
                <option key={days} value={days}>
                  {t.days(days)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Outcome of={me}>
          {(person) => (
            <fieldset className="choices">
              <legend>{t.scopes}</legend>
              {person.scopes.filter(isForPrograms).map((scope) => (
                <label key={scope} className="choice">
                  <input
                    type="checkbox"
                    checked={scopes.includes(scope)}
                    onChange={(event) =>
                      setScopes(
                        event.target.checked
                          ? [...scopes, scope]
                          : scopes.filter((each) => each !== scope),
                      )
                    }
                  />
                  {shortScope(scope)}
                </label>
              ))}
            </fieldset>
          )}
        </Outcome>
      </form>
    </Dialog>
  )
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
