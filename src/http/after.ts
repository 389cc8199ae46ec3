export type Soon<T> = T | Promise<T>

/** Continues with a value: synchronously if it is available, so that common requests wait for nothing. */
export const after = <T, U>(value: Soon<T>, next: (value: T) => Soon<U>): Soon<U> =>
  value instanceof Promise ? value.then(next) : next(value)
