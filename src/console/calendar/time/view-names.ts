export const viewNames = ['day', 'week', 'month', 'year', 'agenda'] as const
export type View = (typeof viewNames)[number]

export const isView = (name: string | undefined): name is View =>
  (viewNames as readonly string[]).includes(name ?? '')
