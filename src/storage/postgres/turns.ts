import { unavailable } from '#/kernel/errors.ts'

interface Waiting {
  readonly begin: () => void
}

/**
 * Lets work of one name be done one after the other. What is going to lock the same row waits here
 * for the rest of this process: to wait inside the database costs it as much as the work does.
 */
export class Turns {
  readonly #waiting = new Map<string, Waiting[]>()

  async take<T>(name: string, waitMsMax: number, work: () => Promise<T>): Promise<T> {
    const queue = this.#waiting.get(name)
    if (queue === undefined) this.#waiting.set(name, [])
    else await this.#turnIn(queue, waitMsMax)
    try {
      return await work()
    } finally {
      const next = this.#waiting.get(name)?.shift()
      if (next === undefined) this.#waiting.delete(name)
      else next.begin()
    }
  }

  #turnIn(queue: Waiting[], waitMsMax: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = {
        begin: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1)
        reject(unavailable('Too many writes are waiting.'))
      }, waitMsMax)
      queue.push(waiting)
    })
  }
}
