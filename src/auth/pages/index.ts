export { type Consent, consentPage, type RequestedScope } from './consent.ts'
export {
  type DeviceCode,
  type DeviceConfirm,
  deviceCodePage,
  deviceConfirmPage,
  deviceDonePage,
} from './device.ts'
export { type ErrorReport, errorPage, foreignFormPage } from './error.ts'
export { invitationDonePage, invitationPage } from './invitation.ts'
export { addFormAction, contentSecurityPolicy } from './layout/content-security-policy.ts'
export { styleHash } from './layout/style.ts'
export { localeOf } from './messages.ts'
export { missingWorldPage } from './missing-world.ts'
export { type PasskeyForm, passkeyScriptHash } from './passkey.ts'
export {
  forgotPage,
  invitationMail,
  newPasswordPage,
  type PasswordMail,
  passwordDonePage,
  passwordMail,
} from './password.ts'
export { appSetupPage, recoveryCodesPage, secondFactorPage } from './second-factor.ts'
export {
  type DevUser,
  type SignIn,
  type SignInError,
  signInErrorText,
  signInPage,
} from './sign-in.ts'
export { signedOutPage, signOutPage } from './sign-out.ts'
