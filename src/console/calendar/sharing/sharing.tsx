import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainedError } from '../../api/index.ts'
import { t } from '../../texts/calendar.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { Button, ErrorNote, Field, SelectField } from '../../ui/index.ts'
import { PeopleInput } from '../people/people-input.tsx'
import { type Done, useChanging } from '../state/changing.ts'
import { keys } from '../state/keys.ts'
import { deleteRule, insertRule, listRules, patchRule } from '../wire/calendars.ts'
import type { AclRule, Role } from '../wire/types.ts'

/** Who else may do what with a calendar. */
export function Sharing({ calendarId }: { calendarId: string }) {
  const client = useQueryClient()
  const changing = useChanging()
  const queryKey = keys.rules(calendarId)
  const {
    data: rules,
    error,
    refetch,
  } = useQuery({
    queryKey,
    queryFn: ({ signal }) => listRules(calendarId, signal),
  })
  const refresh = () => client.invalidateQueries({ queryKey })
  const change = async (run: () => Promise<Done>, onProblem?: (message: string) => void) => {
    const isDone = await changing({
      onProblem,
      calendarIds: [],
      run: async () => {
        const { text, undo } = await run()
        return { text, ...(undo && { undo: () => undo().finally(() => void refresh()) }) }
      },
    })
    await refresh()
    return isDone
  }
  if (error !== null) return <ErrorNote error={error} onRetry={() => void refetch()} />
  const grant: Grant = (scope, role, onProblem) =>
    change(async () => {
      const { id } = await insertRule(calendarId, { scope, role }).catch((error: unknown) => {
        throw explainedError(error, { invalidScopeValue: shareProblem(scope) })
      })
      return { text: t.shared(whom(scope)), undo: () => deleteRule(calendarId, id) }
    }, onProblem)
  const alter = ({ id, scope, role: old }: AclRule, role: Role) =>
    change(async () => {
      await patchRule(calendarId, id, role)
      const text = `${whom(scope)}: ${t.roles[role]}.`
      return { text, undo: () => patchRule(calendarId, id, old as Role) }
    })
  const revoke = ({ id, scope, role }: AclRule) =>
    change(async () => {
      await deleteRule(calendarId, id)
      const text = t.unshared(whom(scope))
      return { text, undo: () => insertRule(calendarId, { scope, role }) }
    })
  const shown = (rules ?? []).filter(
    // What a calendar may do with itself is nothing to share.
    ({ role, scope }) => role !== 'none' && !isItself(calendarId, scope),
  )
  return (
    <div className="stack">
      <ul className="shares">
        {shown.map((rule) => (
          <Share
            key={rule.id}
            rule={rule}
            isOwner={rule.scope.value === calendarId || isLastOwner(rule, shown)}
            onAlter={(role) => void alter(rule, role)}
            onRevoke={() => void revoke(rule)}
          />
        ))}
      </ul>
      <NewShare onShare={grant} />
    </div>
  )
}

const isItself = (calendarId: string, { value }: AclRule['scope']): boolean =>
  value === calendarId && calendarId.endsWith('@group.calendar.google.com')

/** Whether a rule is that of the last owner, which cannot be removed. */
const isLastOwner = (rule: AclRule, rules: readonly AclRule[]): boolean =>
  rule.role === 'owner' && rules.filter(({ role }) => role === 'owner').length === 1

const whom = ({ type, value = '' }: AclRule['scope']): string =>
  type === 'default' ? t.everyone : type === 'domain' ? t.everyoneAt(value) : value

const shareProblem = ({ type }: AclRule['scope']): string =>
  type === 'domain'
    ? t.shareProblems.domain
    : type === 'group'
      ? t.shareProblems.group
      : t.shareProblems.person

interface ShareProps {
  readonly rule: AclRule
  readonly isOwner: boolean
  readonly onAlter: (role: Role) => void
  readonly onRevoke: () => void
}

function Share({ rule, isOwner, onAlter, onRevoke }: ShareProps) {
  const name = whom(rule.scope)
  return (
    <li className="field">
      <bdi>{name}</bdi>
      <select
        aria-label={t.permissionOf(name)}
        disabled={isOwner}
        value={rule.role}
        onChange={({ target }) => onAlter(target.value as Role)}
      >
        <RoleOptions />
      </select>
      <Button
        kind="quiet"
        label={t.stopSharing(name)}
        icon={<CloseIcon />}
        disabled={isOwner}
        onClick={onRevoke}
      />
    </li>
  )
}

/** Shares the calendar. Resolves to false and calls `onProblem` if the server refuses. */
type Grant = (
  scope: AclRule['scope'],
  role: Role,
  onProblem: (message: string) => void,
) => Promise<boolean>

function NewShare({ onShare }: { onShare: Grant }) {
  const [problem, setProblem] = useState<string>()
  const [address, setAddress] = useState('')
  const [type, setType] = useState<AclRule['scope']['type']>('user')
  const [role, setRole] = useState<Role>('reader')
  const share = async () => {
    setProblem(undefined)
    const scope = type === 'default' ? { type } : { type, value: address.trim() }
    if (await onShare(scope, role, setProblem)) setAddress('')
  }
  return (
    <form
      className="stack after-line"
      onSubmit={(event) => {
        event.preventDefault()
        void share()
      }}
    >
      <SelectField
        label={t.shareWith}
        value={type}
        onValue={(value) => setType(value as typeof type)}
      >
        <option value="user">{t.shareTypes.user}</option>
        <option value="group">{t.shareTypes.group}</option>
        <option value="domain">{t.shareTypes.domain}</option>
        <option value="default">{t.shareTypes.default}</option>
      </SelectField>
      {type !== 'default' && (
        <Field label={type === 'domain' ? t.domain : t.emailAddress} problem={problem}>
          {(control) =>
            type === 'domain' ? (
              <input
                {...control}
                required
                value={address}
                onChange={({ target }) => setAddress(target.value)}
              />
            ) : (
              <PeopleInput
                control={control}
                isRequired
                value={address}
                offers={(entry) => entry.type !== 'room'}
                onValue={setAddress}
                onPick={(entry) => {
                  setAddress(entry.email)
                  setType(entry.type === 'group' ? 'group' : 'user')
                }}
              />
            )
          }
        </Field>
      )}
      <Field label={t.permission} problem={type === 'default' ? problem : undefined}>
        {(control) => (
          <select
            {...control}
            value={role}
            onChange={({ target }) => setRole(target.value as Role)}
          >
            <RoleOptions />
          </select>
        )}
      </Field>
      <div className="dialog-actions">
        <Button kind="main" type="submit" disabled={type !== 'default' && address.trim() === ''}>
          {t.share}
        </Button>
      </div>
    </form>
  )
}

const RoleOptions = () =>
  (Object.keys(t.roles) as Role[]).map((role) => (
    <option key={role} value={role}>
      {t.roles[role]}
    </option>
  ))
