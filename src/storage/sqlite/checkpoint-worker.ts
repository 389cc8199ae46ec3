import { parentPort, workerData } from 'node:worker_threads'
import { Connection } from './connection.ts'

/** The result of a checkpoint of the thread. */
export interface CheckpointReply {
  readonly failure?: { readonly message: string; readonly errcode?: number }
}

const connection = new Connection(workerData)
connection.exec('pragma synchronous = full; pragma wal_autocheckpoint = 0')

function checkpoint(): CheckpointReply {
  try {
    connection.pragma('wal_checkpoint(passive)')
    return {}
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    return { failure: errcode === undefined ? { message } : { message, errcode } }
  }
}

parentPort?.on('message', () => parentPort?.postMessage(checkpoint()))
