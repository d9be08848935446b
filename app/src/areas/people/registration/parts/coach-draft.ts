import type { ErrorCode } from '@paidang/api/catalogue/errors'
import type { CoachForm } from '../registration-data'

/** The limits of each part of an application. Source: contract of regist-coach */
export const MAX_REAL_NAME = 20
export const MAX_YEARS = 60
export const MAX_INTRODUCTION = 500
export const MAX_CERTIFICATES = 6

/** The draft of an application; its certificates have a state of their own. */
export type CoachDraft = { realName: string; yearsTeaching: number; region: string; introduction: string }

/** A part that can have a fault. */
export type CoachField = 'realName' | 'certificates'

/** The fault of each part. */
export function coachFaults(
  { realName }: CoachDraft,
  hasCertificates: boolean,
): Partial<Record<CoachField, ErrorCode>> {
  const faults: Partial<Record<CoachField, ErrorCode>> = {}
  if (realName.trim() === '') faults.realName = 'real_name_missing'
  if (!hasCertificates) faults.certificates = 'certificates_missing'
  return faults
}

/** The application as the server takes it. */
export function coachForm(draft: CoachDraft, paths: readonly string[]): CoachForm {
  const { realName, yearsTeaching, region, introduction } = draft
  return {
    realName: realName.trim(),
    yearsTeaching,
    region,
    introduction: introduction.trim(),
    certificates: [...paths],
  }
}
