// What stands beside the cells: sizes along the axes, and at the corners of a layer.

// The distance of ticks: 1, 2 or 5 times a power of ten.
function tickStep(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= least);
}

const NAME_FONT = 'italic 600 14px Georgia, "DejaVu Serif", serif';

function drawAxes() {
  if (isLayer()) {
    drawCorners();
    return;
  }
  const { width, height } = size();
  const bottom = isUp() ? height - AXES.bottom : AXES.bottom;
  context.fillStyle = colours.paper;
  context.fillRect(0, 0, AXES.left, height);
  context.fillRect(0, isUp() ? bottom : 0, width, AXES.bottom);
  context.strokeStyle = colours.faint;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(AXES.left - 0.5, isUp() ? 0 : bottom);
  context.lineTo(AXES.left - 0.5, isUp() ? bottom : height);
  context.moveTo(AXES.left, bottom + (isUp() ? 0.5 : -0.5));
  context.lineTo(width, bottom + (isUp() ? 0.5 : -0.5));
  const cells = visibleCells();
  // Sizes are written in the middle of cells that are large, at their beginning else.
  const shift = view.zoom >= 4 ? 0.5 : 0;
  context.fillStyle = colours.faint;
  context.font = '12px system-ui, sans-serif';
  const side = isUp() ? 1 : -1;
  const stepX = tickStep(70 / view.zoom);
  context.textAlign = 'center';
  context.textBaseline = isUp() ? 'top' : 'bottom';
  for (let at = Math.ceil(cells.columns[0] / stepX) * stepX; at < cells.columns[1]; at += stepX) {
    const [x] = toScreen(at + shift, 0);
    if (x < AXES.left + 4 || x > width - 26) continue;
    context.moveTo(x, bottom);
    context.lineTo(x, bottom + 5 * side);
    context.fillText(at, x, bottom + 8 * side);
  }
  const [first, end, zoomY] = isLine() ? [limits[0], limits[1] + 1, valueZoom()] : [...cells.rows, view.zoom];
  const stepY = tickStep(44 / zoomY);
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (let at = Math.ceil(first / stepY) * stepY; at < end; at += stepY) {
    const y = isLine() ? valueY(at) : toScreen(0, at + shift)[1];
    if (isUp() ? y > bottom - 4 || y < 24 : y < bottom + 4 || y > height - 24) continue;
    context.moveTo(AXES.left, y);
    context.lineTo(AXES.left - 5, y);
    context.fillText(at, AXES.left - 8, y);
  }
  context.stroke();
  context.fillStyle = colours.ink;
  context.font = NAME_FONT;
  context.textBaseline = 'middle';
  context.fillText(plane.axis_names[0], width - 8, bottom + 15 * side);
  context.fillText(plane.axis_names[1] ?? 'value', AXES.left - 8, isUp() ? 12 : height - 12);
}

// Writes at each corner of a layer which heap is largest there, and how large it is.
function drawCorners() {
  const corners = cornersOfLayer();
  const names = [restOfLayer().name, ...plane.axis_names];
  context.fillStyle = colours.ink;
  context.font = NAME_FONT;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  corners.forEach(([column, row], at) => {
    const heaps = positionOf(column, row);
    if (!heaps) return;
    const [x, y] = toScreen(column + 0.5, row + 0.5);
    const away = (at === 2 ? 1 : -1) * up();
    const text = `${names[at]} = ${heaps[HEAP_NAMES.indexOf(names[at])]}`;
    // A corner at the edge of the board keeps its name in sight.
    const half = context.measureText(text).width / 2 + 4;
    const isNear = x > -half && x < size().width + half;
    const middleOfText = isNear ? Math.min(Math.max(x, half), size().width - half) : x;
    context.fillText(text, middleOfText, y + away * (0.58 * view.zoom + 14));
  });
}
