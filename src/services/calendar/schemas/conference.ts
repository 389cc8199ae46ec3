import { about, array, map, object, readOnly, string, type TypeOf } from '#/contract/schema.ts'

const ConferenceSolutionKey = object('ConferenceSolutionKey', {
  type: string({
    about: 'The kind: hangoutsMeet, addOn, or the old eventHangout and eventNamedHangout.',
    lengthMax: 64,
  }),
})

const ConferenceSolution = object('ConferenceSolution', {
  key: about('Which kind of conference it is.', ConferenceSolutionKey),
  name: string({ about: 'What people call the solution.', lengthMax: 512 }),
  iconUri: string({ about: 'The address of its picture.', lengthMax: 2048 }),
})

const ConferenceRequestStatus = object('ConferenceRequestStatus', {
  statusCode: readOnly(string({ about: 'One of pending, success, failure.' })),
})

const CreateConferenceRequest = object('CreateConferenceRequest', {
  requestId: string({
    about: 'Chosen by the client; a repeated one is passed over.',
    lengthMax: 1024,
  }),
  conferenceSolutionKey: about('The kind wanted.', ConferenceSolutionKey),
  status: readOnly(about('How the request went.', ConferenceRequestStatus)),
})

const EntryPoint = object('EntryPoint', {
  entryPointType: string({ about: 'One of video, phone, sip, more.', lengthMax: 16 }),
  uri: string({ about: 'The address: https, tel or sip.', lengthMax: 1300 }),
  label: string({ about: 'What to show for the address.', lengthMax: 512 }),
  pin: string({ about: 'A number to type.', lengthMax: 128 }),
  accessCode: string({ about: 'A code to type.', lengthMax: 128 }),
  meetingCode: string({ about: 'A code of the meeting.', lengthMax: 128 }),
  passcode: string({ about: 'A code to prove oneself with.', lengthMax: 128 }),
  password: string({ about: 'A word to prove oneself with.', lengthMax: 128 }),
  regionCode: string({ about: 'The region of a phone number.', lengthMax: 16 }),
  entryPointFeatures: array(string({ lengthMax: 32 }), {
    about: 'Features of a phone number: toll, toll_free.',
    itemsMax: 16,
  }),
})

const AddOnParameters = object('ConferenceParametersAddOnParameters', {
  parameters: map(string({ lengthMax: 1024 }), { itemsMax: 300 }),
})

const ConferenceParameters = object('ConferenceParameters', {
  addOnParameters: about('What an add-on keeps here.', AddOnParameters),
})

export const ConferenceData = object('ConferenceData', {
  createRequest: about('Asks for a new conference.', CreateConferenceRequest),
  entryPoints: array(EntryPoint, { about: 'The ways into the conference.', itemsMax: 300 }),
  conferenceSolution: about('What the conference takes place with.', ConferenceSolution),
  conferenceId: string({ about: 'The id of the conference.', lengthMax: 1024 }),
  signature: string({ about: 'Made by the server.', lengthMax: 1024 }),
  notes: string({ about: 'Notes for people, with HTML.', lengthMax: 2048 }),
  parameters: about('Further data of the solution.', ConferenceParameters),
})

export type ConferenceData = TypeOf<typeof ConferenceData>
export type EntryPoint = TypeOf<typeof EntryPoint>
