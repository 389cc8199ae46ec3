interface Seen {
  readonly visibility?: string | undefined
}

const ranks: Readonly<Record<string, number>> = {
  public: 0,
  default: 1,
  private: 2,
  confidential: 2,
}

const rankOf = ({ visibility = 'default' }: Seen) => ranks[visibility] ?? ranks.default!

/** Whether one is for fewer eyes than the other. */
export const isStricter = (one: Seen, other: Seen): boolean => rankOf(one) > rankOf(other)
