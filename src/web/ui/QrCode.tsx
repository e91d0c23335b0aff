import { encodeQR } from 'qr'
import { useMemo } from 'react'
import { classNames } from './basics.tsx'

interface QrCodeProps {
  text: string
  label: string
  /** Gives its size. */
  className: string
}

/** A text as a QR code (ISO/IEC 18004), dark on light in both themes: many readers take no other. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => drawQr(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={classNames('rounded-control', className)}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** The four modules around it are the quiet zone of the standard. */
function drawQr(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: 4 })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size: rows.length, path }
}
