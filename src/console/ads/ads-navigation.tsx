import { SubNavigation } from '../ui/index.ts'
import './ads.css'
import { t } from '../texts/ads.ts'

export const AdsNavigation = () => (
  <SubNavigation
    label={t.searchAds}
    pages={[
      { to: '/ads', name: t.accounts, isExact: true },
      { to: '/ads/conversions', name: t.conversions },
      { to: '/ads/reports', name: t.reports },
    ]}
  />
)
