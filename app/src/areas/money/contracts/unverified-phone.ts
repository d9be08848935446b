import { confirm } from '../../../ui/confirm'

/** Shown for a phone number that WeChat has not verified. */
export const UNVERIFIED_PHONE = '这个手机号没有经过验证，可能不是本人的。请当面或电话核对。'

/**
 * Asks for confirmation before hours go to a student with an unverified phone number. `action` is the verb of the
 * buttons, `work` runs inside the confirming press.
 */
export function confirmUnverifiedPhone(
  nickname: string,
  action: string,
  work?: () => Promise<unknown>,
): Promise<boolean> {
  return confirm(
    {
      title: `${nickname}的手机号未验证`,
      line: `${UNVERIFIED_PHONE}课时给出去后，对方马上可以用来约课。`,
      tone: 'wait',
      confirmText: `已核对，确认${action}`,
      cancelText: `先不${action}`,
    },
    work,
  )
}
