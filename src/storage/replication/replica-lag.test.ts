import { expect, it } from 'vitest'
import { ReplicaLag } from './replica-lag.ts'

it('a replica lacks everything until it is complete', () => {
  const lag = new ReplicaLag(100)
  expect([lag.isComplete, lag.ageMs(130)]).toEqual([false, 30])
  lag.noteComplete(150)
  expect([lag.isComplete, lag.ageMs(190)]).toEqual([true, 0])
})

it('a commit is missing at once, and the oldest one counts', () => {
  const lag = new ReplicaLag(0)
  lag.noteComplete(100)
  lag.noteCommit(200)
  lag.noteCommit(250)
  expect([lag.isComplete, lag.ageMs(300)]).toEqual([false, 100])
  lag.noteComplete(260)
  expect(lag.ageMs(300)).toBe(0)
})

it('a commit while the replica is completed is still missing', () => {
  const lag = new ReplicaLag(0)
  lag.noteCommit(200)
  lag.noteCommit(250)
  lag.noteComplete(250)
  expect([lag.isComplete, lag.ageMs(300)]).toEqual([false, 50])
})

it('a replica that fails is as old as its last state', () => {
  const lag = new ReplicaLag(0)
  lag.noteComplete(100)
  lag.fallBehind(150)
  lag.fallBehind(180)
  expect(lag.ageMs(200)).toBe(50)
})
