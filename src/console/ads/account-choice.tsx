import { useQuery } from '@tanstack/react-query'
import { t } from '../texts/ads.ts'
import { Field, SelectField } from '../ui/index.ts'
import type { Choice } from './choice.ts'
import { advertisers, childrenOf, type Place } from './entities.ts'

/** The selected or only advertiser, and its account. */
export function useChosen({ advertiserId, accountId }: Choice) {
  const all = useQuery(advertisers)
  const advertiser =
    all.data?.find(({ id }) => id === advertiserId) ??
    (advertiserId === undefined ? all.data?.[0] : undefined)
  const accounts = useQuery({
    ...childrenOf(advertiser ?? nowhere),
    enabled: advertiser !== undefined,
  })
  const account = accounts.data?.items.find(({ id }) => id === accountId)
  return { advertisers: all, advertiser, accounts: accounts.data?.items ?? [], account }
}

const nowhere: Place = { level: 'advertiser', id: '', name: '', agencyId: '' }

interface AccountChoiceProps {
  readonly chosen: ReturnType<typeof useChosen>
  readonly onChoice: (choice: Choice) => void
  /** The label of the option for no account. */
  readonly whole: string
}

export function AdvertiserChoice({ chosen, onChoice }: Omit<AccountChoiceProps, 'whole'>) {
  const { advertisers: all, advertiser } = chosen
  return (
    <SelectField
      label={t.levels.advertiser}
      value={advertiser?.id ?? ''}
      onValue={(value) => onChoice({ advertiserId: value })}
    >
      {(all.data ?? []).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

export function AccountChoice({ chosen, onChoice, whole }: AccountChoiceProps) {
  const { advertiser, accounts, account } = chosen
  return (
    <>
      <AdvertiserChoice {...{ chosen, onChoice }} />
      <Field label={t.levels.account}>
        {(control) => (
          <select
            {...control}
            value={account?.id ?? ''}
            onChange={(event) =>
              onChoice({
                ...(advertiser && { advertiserId: advertiser.id }),
                ...(event.target.value === '' ? {} : { accountId: event.target.value }),
              })
            }
          >
            <option value="">{whole}</option>
            {accounts.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </>
  )
}
