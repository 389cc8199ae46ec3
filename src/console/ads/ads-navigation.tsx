import { SubNavigation } from '../ui/index.ts'
import './ads.css'
import { t } from '../texts/ads.ts'

export const AdsNavigation = () => (
  <SubNavigation
    label={t.searchAds}
    pages={[
      { to: '/ads', name: t.overview, isExact: true },
      { to: '/ads/accounts', name: t.accounts },
      { to: '/ads/conversions', name: t.conversions },
      { to: '/ads/reports', name: t.reports },
      { to: '/ads/saved-columns', name: t.savedColumns },
    ]}
  />
)
