import {
  basePath,
  choice,
  integer,
  type SettingValues,
  securityRelevant,
} from '#/kernel/settings/setting-kinds.ts'

/** The settings of the account service. */
export const accountSettings = {
  almanacBasePath: basePath('/almanac/v1', 'Where the operations of our own answer.'),
  developers: securityRelevant(
    choice(
      'administrators',
      ['administrators', 'users'],
      'Who may make OAuth clients and API keys over the wire; everybody may make tokens.',
    ),
  ),
  ownTokensMax: securityRelevant(
    integer(100, { min: 0, max: 10_000 }, 'Most tokens that a user can make.'),
  ),
  ownTokenDaysMax: securityRelevant(
    integer(366, { min: 1, max: 3660 }, 'How long such a token lives at most.'),
  ),
  ownClientsMax: securityRelevant(
    integer(20, { min: 0, max: 10_000 }, 'Most OAuth clients that a user can make.'),
  ),
  ownKeysMax: securityRelevant(
    integer(20, { min: 0, max: 10_000 }, 'Most API keys that a user can make.'),
  ),
}

export type AccountSettings = SettingValues<typeof accountSettings>
