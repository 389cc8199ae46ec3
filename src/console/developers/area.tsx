import { Page } from '../ui/index.ts'

export function Area() {
  return (
    <Page title="Developers">
      <p>What programs need to work with this server is here.</p>
    </Page>
  )
}
