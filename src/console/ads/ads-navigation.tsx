import { SubNavigation } from '../ui/index.ts'
import './ads.css'

export const AdsNavigation = () => (
  <SubNavigation
    label="Search ads"
    pages={[
      { to: '/ads', name: 'Accounts', isExact: true },
      { to: '/ads/conversions', name: 'Conversions' },
      { to: '/ads/reports', name: 'Reports' },
    ]}
  />
)
