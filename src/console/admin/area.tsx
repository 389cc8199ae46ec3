import { usePerson } from '../session/use-session.ts'
import { Page } from '../ui/index.ts'

export function Area() {
  const { isAdmin } = usePerson()
  return (
    <Page title="Administration">
      <p>
        {isAdmin
          ? 'Users, groups, domains and rooms are managed here.'
          : 'Only administrators of this server can use this part.'}
      </p>
    </Page>
  )
}
