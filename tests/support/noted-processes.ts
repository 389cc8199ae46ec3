import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const prefix = 'process-'

/** Notes a process in a folder, and gives a function that removes the note once the process has ended. */
export function noteProcess(folder: string, pid: number): () => void {
  const note = join(folder, `${prefix}${pid}`)
  writeFileSync(note, '')
  return () => rmSync(note, { force: true })
}

/** Ends the processes whose notes are left because the one that started them is gone. */
export function endNotedProcesses(folder: string): void {
  const notes = readdirSync(folder).filter((name) => name.startsWith(prefix))
  for (const note of notes) {
    try {
      process.kill(Number(note.slice(prefix.length)), 'SIGKILL')
    } catch {
      // It has ended in the meantime.
    }
  }
}
