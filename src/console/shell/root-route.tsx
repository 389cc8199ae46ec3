import { createRootRoute } from '@tanstack/react-router'
import { Frame } from './frame.tsx'

/** What every area stands in; the routes of areas name it as their parent. */
export const rootRoute = createRootRoute({ component: Frame })
