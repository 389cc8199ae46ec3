import type { ChildProcess } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const prefix = 'process-'

/** Notes a process in a folder for as long as it runs. */
export function noteProcess(folder: string, child: ChildProcess): void {
  const note = join(folder, `${prefix}${child.pid}`)
  writeFileSync(note, '')
  child.once('exit', () => rmSync(note, { force: true }))
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
