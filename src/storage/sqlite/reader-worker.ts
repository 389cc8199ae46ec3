import { parentPort, workerData } from 'node:worker_threads'
import type { SqlValue } from '../arguments.ts'
import { Connection } from './connection.ts'

/** A statement to run, and the number under which its rows are waited for. */
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

const connection = new Connection(workerData, { readOnly: true })
connection.exec('pragma cache_size = -32768; pragma temp_store = memory')

function answer({ number, sql, args }: ReaderQuestion): ReaderAnswer {
  try {
    return { number, rows: connection.rows(sql, args) }
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    return { number, failure: errcode === undefined ? { message } : { message, errcode } }
  }
}

parentPort?.on('message', (question: ReaderQuestion) => parentPort?.postMessage(answer(question)))
