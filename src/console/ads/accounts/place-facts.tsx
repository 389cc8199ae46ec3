import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { levelNames, type Place } from '../entities.ts'

/** What is known of a place, and what can be done with it. */
export function PlaceFacts({ place }: { place: Place }) {
  const { agencyId, advertiserId, accountId } = place
  const facts = [
    ['Id', place.id],
    ['Status', place.status],
    ['Currency', place.currency],
    ['Customer', place.customerId],
    ['Agency', agencyId],
    ['Advertiser', advertiserId],
    ['Account', accountId],
  ].filter(([, value]) => value !== undefined)
  return (
    <section className="card" aria-labelledby="place">
      <h2 id="place">
        <bdi>{place.name}</bdi> <span className="badge">{levelNames[place.level]}</span>
      </h2>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
      {advertiserId !== undefined && (
        <div className="row">
          <Link
            to="/ads/conversions"
            search={{ advertiserId, ...(accountId ? { accountId } : {}) }}
          >
            Conversions
          </Link>
          <Link to="/ads/reports" search={{ advertiserId, ...(accountId ? { accountId } : {}) }}>
            Reports
          </Link>
        </div>
      )}
    </section>
  )
}
