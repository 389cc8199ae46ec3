import { expect, it } from 'vitest'
import { volumeIdOf } from '../domain/volume-id.ts'
import { starterVolumes } from './starter-volumes.ts'

const volumes = starterVolumes()

it('the starter catalog has hundreds of titles in dozens of languages, each once', () => {
  expect(volumes.length).toBeGreaterThan(500)
  expect(new Set(volumes.map(({ language }) => language)).size).toBeGreaterThan(40)
  expect(new Set(volumes.map(volumeIdOf)).size).toBe(volumes.length)
})

it('the starter catalog contains the authors and subjects of each volume', () => {
  for (const { title, authors, categories, description, publishedDate } of volumes) {
    expect([title, authors, categories, description].flat()).not.toContain(undefined)
    expect([title, ...authors!].every((text) => text.trim() === text && text !== '')).toBe(true)
    expect(publishedDate ?? '0001').toMatch(/^\d{4}$/)
  }
})

it('only works whose author died more than 95 years ago are marked as free', () => {
  const free = volumes.filter(({ publicDomain }) => publicDomain)
  expect(free.length).toBeGreaterThan(300)
  const titles = free.map(({ title }) => title)
  expect(titles).toContain('Pride and Prejudice')
  expect(titles).toContain('Война и мир')
  expect(titles).not.toContain('War and Peace')
  expect(titles).not.toContain('Ulysses')
  expect(titles).not.toContain('Der Zauberberg')
})

it('a work of another language is there in its own and in English', () => {
  expect(volumes).toContainEqual(
    expect.objectContaining({
      title: 'Journey to the Centre of the Earth',
      authors: ['Jules Verne'],
      language: 'en',
      publishedDate: '1864',
      alternativeTitles: ['Voyage au centre de la Terre'],
      series: [{ title: 'Voyages extraordinaires', number: '3' }],
    }),
  )
  expect(volumes).toContainEqual(
    expect.objectContaining({
      title: '源氏物語',
      authors: ['紫式部'],
      language: 'ja',
      publicDomain: true,
      alternativeTitles: ['The Tale of Genji'],
    }),
  )
})
