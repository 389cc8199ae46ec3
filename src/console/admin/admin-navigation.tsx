import { SubNavigation } from '../ui/index.ts'
import './admin.css'

export const AdminNavigation = () => (
  <SubNavigation
    label="Administration"
    pages={[
      { to: '/admin', name: 'Health', isExact: true },
      { to: '/admin/users', name: 'Users' },
      { to: '/admin/groups', name: 'Groups' },
      { to: '/admin/domains', name: 'Domains' },
      { to: '/admin/rooms', name: 'Rooms' },
      { to: '/admin/jobs', name: 'Jobs' },
    ]}
  />
)
