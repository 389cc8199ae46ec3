// Threads that a command starts while the rest of the program is still being loaded.
export { ReadingThread } from '#/services/books/importing/reading-thread.ts'
