import type { StaffRole } from '@paidang/domain/kernel/access'

/** The names of the roles in the console. */
export const ROLE_NAMES: Record<StaffRole, string> = {
  operator: '平台运营',
  senior: '运营主管',
  owner: '店主',
  merchant: '店员',
  company: '公司管理员',
}
