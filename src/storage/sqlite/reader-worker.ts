import { parentPort, workerData } from 'node:worker_threads'
import type { SqlValue } from '../sql/arguments.ts'
import { Connection } from './connection.ts'

/** The file, and the pragmas of all connections. */
export interface ReaderPlace {
  readonly path: string
  readonly tuning: string
}

/** A statement, and the number that identifies its result. */
export interface ReaderQuestion {
  readonly number: number
  readonly sql: string
  readonly args: SqlValue[]
}

export interface ReaderAnswer {
  readonly number: number
  readonly rows?: readonly unknown[]
  readonly failure?: { readonly message: string; readonly errcode?: number }
}

const { path, tuning } = workerData as ReaderPlace
const connection = new Connection(path, { readOnly: true })
connection.exec(tuning)

function answer({ number, sql, args }: ReaderQuestion): ReaderAnswer {
  try {
    return { number, rows: connection.rows(sql, args) }
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    return { number, failure: errcode === undefined ? { message } : { message, errcode } }
  }
}

parentPort?.on('message', (question: ReaderQuestion) => parentPort?.postMessage(answer(question)))
