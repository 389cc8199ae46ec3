import { useState } from 'react'
import { titleOf, type Volume } from '../wire.ts'

/** A cover image. It is decorative, because the title is beside it. */
export function Cover({ volume, size = 'small' }: { volume: Volume; size?: 'small' | 'large' }) {
  const [isBroken, setBroken] = useState(false)
  const { thumbnail, medium = thumbnail } = volume.volumeInfo?.imageLinks ?? {}
  const link = size === 'large' ? medium : thumbnail
  return (
    <span className={`cover ${size}`}>
      {link === undefined || isBroken ? (
        <span className="cover-words" aria-hidden="true">
          {titleOf(volume)}
        </span>
      ) : (
        <img src={onThisHost(link)} alt="" loading="lazy" onError={() => setBroken(true)} />
      )}
    </span>
  )
}

/** The image URL, on the host of this page. */
function onThisHost(link: string): string {
  const { pathname, search } = new URL(link, location.href)
  return pathname + search
}
