import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../texts/developers.ts'
import { PlusIcon } from '../../ui/icons.tsx'
import { Button, ConfirmDialog, EmptyState, Outcome, Page, toast } from '../../ui/index.ts'
import { DevelopersNavigation } from '../developers-navigation.tsx'
import { TokenDialog } from './token-dialog.tsx'
import { isCurrent, type TokenGroup } from './token-groups.ts'
import { TokenLists, tokenName } from './token-lists.tsx'
import { endToken, ownTokens } from './tokens.ts'

/** The tokens and sessions of the user, which can be revoked. */
export function TokensPage() {
  const tokens = useQuery(ownTokens)
  const [isMaking, setMaking] = useState(false)
  const [ending, setEnding] = useState<TokenGroup>()
  const make = (
    <Button kind="main" icon={<PlusIcon />} onClick={() => setMaking(true)}>
      {t.newToken}
    </Button>
  )
  return (
    <Page title={t.developers} actions={make}>
      <DevelopersNavigation />
      <p className="muted">{t.tokensIntro}</p>
      <Outcome of={tokens}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={t.noTokens}>{t.noTokensHint}</EmptyState>
          ) : (
            <TokenLists tokens={all} onRevoke={setEnding} />
          )
        }
      </Outcome>
      {ending && <RevokeDialog group={ending} onClose={() => setEnding(undefined)} />}
      {isMaking && <TokenDialog onClose={() => setMaking(false)} />}
    </Page>
  )
}

function RevokeDialog({ group, onClose }: { group: TokenGroup; onClose: () => void }) {
  const client = useQueryClient()
  const { tokens } = group
  const name = tokenName(tokens[0])
  const end = useMutation({
    mutationFn: () => Promise.all(tokens.map(({ id }) => endToken(id))),
    onSuccess: () => toast({ text: t.revoked(name) }),
    onSettled: async () => {
      onClose()
      await client.invalidateQueries({ queryKey: ownTokens.queryKey })
    },
  })
  return (
    <ConfirmDialog
      title={t.revokeTokenTitle}
      isOpen
      onClose={onClose}
      action={t.revoke}
      isBusy={end.isPending}
      onConfirm={() => end.mutate()}
    >
      <p>
        {t.revokeTokenText(name, tokens.length)} {isCurrent(group) && t.revokeCurrentText}
      </p>
    </ConfirmDialog>
  )
}
