const undos = new Set<() => void>()

/** Has something undone when the bench ends early, by a failure or a signal; gives what cancels that. */
export function undoAtExit(undo: () => void): () => void {
  undos.add(undo)
  return () => undos.delete(undo)
}

process.once('exit', () => {
  for (const undo of undos) undo()
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(1))
}
