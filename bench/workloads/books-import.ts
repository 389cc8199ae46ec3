import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Figure } from '../figure.ts'
import { generatedVolume } from '../generated-volumes.ts'
import { benchFolder } from '../place.ts'
import { inherited } from '../server-process.ts'

const entry = join(import.meta.dirname, '../../bin/almanac.js')
const tableRows = 10_000
const fewVolumes = 50_000
const manyVolumes = 200_000

/** A table of ten thousand books, and catalogs that show whether speed and memory hold. */
export async function measureBooksImport(): Promise<Figure[]> {
  await using folder = await benchFolder()
  const table = await importing(folder.path, writeTable(folder.path))
  const few = await importing(folder.path, writeLines(folder.path, fewVolumes))
  const many = await importing(folder.path, writeLines(folder.path, manyVolumes))
  return [
    {
      name: `import of a table of ${tableRows} books`,
      value: table.ms,
      unit: 'ms',
      bounds: { better: 'lower', floor: 3_000, aim: 1_000 },
      detail: 'in the form of goodbooks-10k, from starting the program to its end',
    },
    {
      name: `import of ${manyVolumes} volumes`,
      value: manyVolumes / (many.ms / 1000),
      unit: 'per second',
      bounds: { better: 'higher', floor: 8_000, aim: 20_000 },
      detail: `JSON lines; ${(fewVolumes / (few.ms / 1000)).toFixed(0)} per second with ${fewVolumes}`,
    },
    {
      name: `memory of an import of ${manyVolumes} volumes`,
      value: many.peakMb / few.peakMb,
      unit: 'times',
      bounds: { better: 'lower', floor: 1.3 },
      detail: `${many.peakMb.toFixed(0)} MB against ${few.peakMb.toFixed(0)} MB for ${fewVolumes}`,
    },
  ]
}

let places = 0

/** Imports a file into an empty database, and watches how much memory that takes at most. */
async function importing(folder: string, file: string): Promise<{ ms: number; peakMb: number }> {
  const began = performance.now()
  const child = spawn(process.execPath, [entry, 'books', 'import', file], {
    env: { ...inherited, ALMANAC_DATA_DIR: join(folder, `data-${++places}`) },
    stdio: 'ignore',
  })
  const closed = once(child, 'close')
  let peakMb = 0
  while (child.exitCode === null) {
    peakMb = Math.max(peakMb, peakOf(child.pid!))
    await Promise.race([closed, pause(50)])
  }
  if (child.exitCode !== 0) throw new Error(`the import of ${file} failed`)
  return { ms: performance.now() - began, peakMb }
}

function peakOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

function writeLines(folder: string, count: number): string {
  const path = join(folder, `volumes-${count}.jsonl`)
  const file = openSync(path, 'w')
  for (let number = 0; number < count; number++) {
    writeSync(file, `${JSON.stringify(generatedVolume(number))}\n`)
  }
  closeSync(file)
  return path
}

const columns =
  'book_id,goodreads_book_id,best_book_id,work_id,books_count,isbn,isbn13,authors,original_publication_year,original_title,title,language_code,average_rating,ratings_count,work_ratings_count,work_text_reviews_count,ratings_1,ratings_2,ratings_3,ratings_4,ratings_5,image_url,small_image_url'

function writeTable(folder: string): string {
  const rows = Array.from({ length: tableRows }, (_, number) => {
    const { title, authors, publishedDate } = generatedVolume(number).volumeInfo
    const cells = [number + 1, number, number, number, 9, '', '', `"${authors.join(', ')}"`]
    const picture = `https://images.example.com/books/${number}.jpg`
    const texts = [`${publishedDate}.0`, title, `"${title} (Series, #${number % 9})"`, 'eng']
    return [...cells, ...texts, 4.01, 1e6 - number, 1, 1, 1, 2, 3, 4, 5, picture, picture].join(',')
  })
  const path = join(folder, 'books.csv')
  writeFileSync(path, [columns, ...rows, ''].join('\n'))
  return path
}
