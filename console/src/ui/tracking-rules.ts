import { errors } from '@paidang/api/catalogue/errors'
import { plainTrackingNo } from '@paidang/domain/kernel/tracking-no'
import type { FormRule } from 'antd'

/** The rules of a form's field for a carrier's tracking number. */
export const trackingRules: FormRule[] = [
  { required: true, whitespace: true, message: '请填写快递单号' },
  {
    validator: async (_, typed = '') => {
      if (typed.trim() !== '' && !plainTrackingNo(typed)) throw new Error(errors.shop_tracking_invalid.message)
    },
  },
]
