export type Soon<T> = T | Promise<T>

/** Goes on with a value: at once when it is there, so that the common request waits for nothing. */
export const after = <T, U>(value: Soon<T>, next: (value: T) => Soon<U>): Soon<U> =>
  value instanceof Promise ? value.then(next) : next(value)
