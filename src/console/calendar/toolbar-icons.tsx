import { createIcon } from '../ui/icons.tsx'

export const PreviousIcon = createIcon(
  <path className="mirrors" d="M14.5 5.500L8 12l6.500 6.500" />,
)
export const NextIcon = createIcon(<path className="mirrors" d="M9.5 5.500L16 12l-6.500 6.500" />)
