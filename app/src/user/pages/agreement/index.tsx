import { Agreement } from './late'

definePageConfig({ navigationBarTitleText: '协议' })

/** 用户协议, or 隐私政策. Parameters: name (terms, privacy) */
export default function AgreementPage() {
  return <Agreement />
}
