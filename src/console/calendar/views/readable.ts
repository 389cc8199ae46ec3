/** Black or white, whichever is easier to read on a color; one of them always passes WCAG AA. */
export const readableOn = (color: string): '#000000' | '#ffffff' =>
  luminanceOf(color) > 0.179 ? '#000000' : '#ffffff'

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
