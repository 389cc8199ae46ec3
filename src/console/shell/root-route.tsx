import { createRootRoute } from '@tanstack/react-router'
import { Frame } from './frame.tsx'

/** The root route, which is the parent of all areas. */
export const rootRoute = createRootRoute({ component: Frame })
