/** The products of a demo advertiser, and the searches for them. */
export interface Trade {
  readonly name: string
  readonly currency: string
  readonly timeZone: string
  readonly site: string
  /** The day of the year with the highest demand. */
  readonly peakDay: number
  readonly accounts: readonly {
    readonly name: string
    readonly type: string
    readonly currency: string
    readonly timeZone: string
  }[]
  /** Campaigns, and the product words of their ad groups. */
  readonly ranges: Readonly<Record<string, readonly string[]>>
  readonly products: readonly {
    readonly id: string
    readonly title: string
    readonly price: number
  }[]
}

export const trades: readonly Trade[] = [
  {
    name: 'Alder & Finch Outdoor',
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    site: 'https://alderfinch.example',
    peakDay: 160,
    accounts: [
      {
        name: 'Alder Google DE',
        type: 'Google AdWords',
        currency: 'EUR',
        timeZone: 'Europe/Berlin',
      },
      { name: 'Alder Bing UK', type: 'Bing Ads', currency: 'GBP', timeZone: 'Europe/London' },
    ],
    ranges: {
      Footwear: ['hiking boots', 'trail running shoes', 'approach shoes', 'gaiters', 'wool socks'],
      Tents: ['two person tent', 'family tent', 'bivvy bag', 'tent pegs', 'groundsheet'],
      Packs: ['daypack', 'trekking backpack', 'dry bag', 'rain cover', 'hydration pack'],
      Clothing: ['rain jacket', 'down jacket', 'fleece pullover', 'hiking trousers', 'beanie'],
      Cooking: ['camping stove', 'gas cartridge', 'titanium mug', 'water filter', 'spork'],
    },
    products: [
      { id: 'BOOT-41', title: 'Ridge hiking boots', price: 169 },
      { id: 'TENT-2P', title: 'Larch tent for two', price: 289 },
      { id: 'PACK-38', title: 'Traverse backpack 38 l', price: 139 },
      { id: 'JKT-RAIN', title: 'Squall rain jacket', price: 119.5 },
    ],
  },
  {
    name: 'Kestrel Coffee',
    currency: 'USD',
    timeZone: 'America/New_York',
    site: 'https://kestrelcoffee.example',
    peakDay: 345,
    accounts: [
      {
        name: 'Kestrel Google US',
        type: 'Google AdWords',
        currency: 'USD',
        timeZone: 'America/New_York',
      },
      {
        name: 'Kestrel Yahoo Japan',
        type: 'Yahoo Japan Listing Ads',
        currency: 'JPY',
        timeZone: 'Asia/Tokyo',
      },
    ],
    ranges: {
      Beans: ['espresso beans', 'single origin coffee', 'decaf beans', 'coffee subscription'],
      Brewing: ['pour over kettle', 'french press', 'cold brew maker', 'aeropress filters'],
      Grinders: ['burr grinder', 'hand grinder', 'espresso grinder', 'grinder brush'],
      Gifts: ['coffee gift box', 'ceramic mug', 'barista course', 'gift card coffee'],
    },
    products: [
      { id: 'BEAN-ESP', title: 'House espresso 1 kg', price: 31.9 },
      { id: 'KET-GN', title: 'Gooseneck kettle', price: 74 },
      { id: 'GRD-HAND', title: 'Hand grinder', price: 98 },
    ],
  },
]

export const modifiers: readonly string[] = [
  '',
  'buy',
  'best',
  'cheap',
  'online',
  'sale',
  'reviews',
  'near me',
  'lightweight',
  'women',
  'men',
  'beginner',
  'professional',
  'discount',
  'delivery',
  'compare',
  'small',
  'large',
  'gift',
  'test winner',
]
