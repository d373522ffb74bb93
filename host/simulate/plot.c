#include "plot.h"

#include <math.h>

/* Units of the drawings; the page scales them. */
#define WIDTH 560.0
#define LABEL 110.0
#define NOTE 70.0
#define ROW 30.0
#define COLOURS 8

void lap_plot_append_text(GString *out, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text(text, -1);
  g_string_append(out, escaped);
}

/* As g_string_append_printf with points in numbers, whatever the locale: coordinates have one digit. */
static const char *number(double value, char digits[G_ASCII_DTOSTR_BUF_SIZE])
{
  return g_ascii_formatd(digits, G_ASCII_DTOSTR_BUF_SIZE, "%.1f", value);
}

static void begin(GString *out, double height, const char *what)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append_printf(out, "<svg viewBox=\"0 0 560 %s\" role=\"img\" aria-label=\"", number(height, digits));
  lap_plot_append_text(out, what);
  g_string_append(out, "\">\n");
}

static void end(GString *out) { g_string_append(out, "</svg>\n"); }

static void text(GString *out, double x, double y, const char *class, const char *says)
{
  char of_x[G_ASCII_DTOSTR_BUF_SIZE], of_y[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append_printf(out, "<text x=\"%s\" y=\"%s\" class=\"%s\">", number(x, of_x), number(y, of_y), class);
  lap_plot_append_text(out, says);
  g_string_append(out, "</text>\n");
}

static void line(GString *out, double x1, double y1, double x2, double y2, const char *class)
{
  char of[4][G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append_printf(out, "<path d=\"M%s %sL%s %s\" class=\"%s\"/>\n", number(x1, of[0]), number(y1, of[1]),
                         number(x2, of[2]), number(y2, of[3]), class);
}

/* `title` is shown under the pointer, or NULL. */
static void box(GString *out, double x, double y, double width, double height, guint colour, const char *title)
{
  char of[4][G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append_printf(out, "<rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"2\" class=\"c%u\">",
                         number(x, of[0]), number(y, of[1]), number(MAX(width, 0.5), of[2]),
                         number(MAX(height, 0), of[3]), colour % COLOURS);
  if (title) {
    g_string_append(out, "<title>");
    lap_plot_append_text(out, title);
    g_string_append(out, "</title>");
  }
  g_string_append(out, "</rect>\n");
}

/* A step of 1, 2 or 5 times a power of ten, of which about `n` fit. */
static double step_of(double range, guint n)
{
  double raw = MAX(range, 1e-9) / n, power = pow(10, floor(log10(raw))), times = raw / power;
  return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}

/* A scale from `low` to `high` with ticks below the plot. */
typedef struct {
  double low, high, left, right;
} Scale;

static double at(const Scale *scale, double value)
{
  return scale->left + (value - scale->low) / (scale->high - scale->low) * (scale->right - scale->left);
}

static void ticks(GString *out, const Scale *scale, double top, double bottom, double unit, const char *suffix)
{
  double step = step_of((scale->high - scale->low) * unit, 6) / unit;
  for (double value = ceil(scale->low / step - 1e-9) * step; value <= scale->high + step * 1e-6; value += step) {
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *says = g_strconcat(
        g_ascii_formatd(digits, sizeof digits, step * unit < 1 ? "%.1f" : "%.0f", value * unit + 0.0), suffix, NULL);
    line(out, at(scale, value), top, at(scale, value), bottom, "grid");
    text(out, at(scale, value), bottom + 14, "tick", says);
  }
}

/* --- bars */

static void whisker(GString *out, const Scale *scale, LapInterval interval, double y)
{
  double low = at(scale, CLAMP(interval.low, scale->low, scale->high));
  double high = at(scale, CLAMP(interval.high, scale->low, scale->high));
  line(out, low, y, high, y, "whisker");
  line(out, low, y - 4, low, y + 4, "whisker");
  line(out, high, y - 4, high, y + 4, "whisker");
}

void lap_plot_bars(GString *out, const LapPlotBar *bars, guint n, double most, double due)
{
  const Scale scale = {0, most, LABEL, WIDTH - NOTE};
  double bottom = n * ROW + 6;
  begin(out, bottom + 20, "bars");
  ticks(out, &scale, 0, bottom, 100, "%");
  for (guint i = 0; i < n; i++) {
    double y = i * ROW + ROW / 2 + 3;
    text(out, LABEL - 8, y + 4, "label", bars[i].label);
    box(out, LABEL, y - 9, at(&scale, bars[i].value) - LABEL, 18, bars[i].colour, bars[i].note);
    whisker(out, &scale, bars[i].interval, y);
    text(out, WIDTH - NOTE + 8, y + 4, "note", bars[i].note);
  }
  if (due > 0) line(out, at(&scale, due), 0, at(&scale, due), bottom, "due");
  end(out);
}

#define LONG_LABEL 250.0

void lap_plot_differences(GString *out, const LapPlotBar *bars, guint n)
{
  double low = -0.01, high = 0.01;
  for (guint i = 0; i < n; i++) {
    low = MIN(low, MAX(bars[i].interval.low, -1));
    high = MAX(high, MIN(bars[i].interval.high, 1));
  }
  const Scale scale = {low, high, LONG_LABEL, WIDTH - NOTE};
  double bottom = n * 22 + 6;
  begin(out, bottom + 20, "differences");
  ticks(out, &scale, 0, bottom, 100, "");
  line(out, at(&scale, 0), 0, at(&scale, 0), bottom, "zero");
  for (guint i = 0; i < n; i++) {
    double y = i * 22 + 14;
    text(out, LONG_LABEL - 8, y + 4, "label", bars[i].label);
    whisker(out, &scale, bars[i].interval, y);
    box(out, at(&scale, CLAMP(bars[i].value, low, high)) - 4, y - 4, 8, 8, bars[i].value > 0 ? 2 : 3, bars[i].note);
    text(out, WIDTH - NOTE + 8, y + 4, "note", bars[i].note);
  }
  end(out);
}

/* --- histograms */

#define COLUMNS 56
#define HEIGHT 84.0

/* What all have in common: from `low` on columns of `width` whole numbers. */
typedef struct {
  gint64 low, width;
  guint n;
} Grid;

/* Tails of a thousandth are cut off, where they are long. */
static Grid grid_of(const LapDistribution *const *of, guint n)
{
  gint64 low = G_MAXINT64, high = G_MININT64;
  for (guint i = 0; i < n; i++) {
    if (!of[i]->of.n) continue;
    low = MIN(low, lap_distribution_quantile(of[i], 0.001));
    high = MAX(high, lap_distribution_quantile(of[i], 0.999));
  }
  if (low > high) return (Grid){0, 1, 1};
  gint64 width = (high - low) / COLUMNS + 1;
  return (Grid){low, width, (guint)((high - low) / width + 1)};
}

static void histogram(GString *out, const LapDistribution *of, const Grid *grid, const Scale *scale, double bottom,
                      guint colour)
{
  guint64 count[COLUMNS + 2] = {0}, most = 1;
  for (gint32 bin = lap_distribution_first(of); bin < lap_distribution_end(of); bin++) {
    gint64 column = (lap_distribution_value(bin) - grid->low) / grid->width;
    if (lap_distribution_value(bin) < grid->low || column >= (gint64)grid->n) continue;
    count[column] += lap_distribution_count(of, bin);
    most = MAX(most, count[column]);
  }
  for (guint i = 0; i < grid->n; i++) {
    if (!count[i]) continue;
    gint64 from = grid->low + (gint64)i * grid->width, to = from + grid->width - 1;
    double left = at(scale, (double)from - 0.5), right = at(scale, (double)to + 0.5);
    double height = (HEIGHT - 16) * (double)count[i] / (double)most,
           share = 100.0 * (double)count[i] / (double)of->of.n;
    g_autofree char *title = from == to ? g_strdup_printf("%" G_GINT64_FORMAT ": %.1f %%", from, share)
                                        : g_strdup_printf("%" G_GINT64_FORMAT " to %" G_GINT64_FORMAT ": %.1f %%", from,
                                                          to, share);
    box(out, left + 0.5, bottom - height, right - left - 1, height, colour, title);
  }
}

void lap_plot_distributions(GString *out, const LapDistribution *const *of, const char *const *label, guint n)
{
  const Grid grid = grid_of(of, n);
  double left = label ? LABEL : 10, bottom = n * HEIGHT;
  const Scale scale = {(double)grid.low - 0.5, (double)(grid.low + (gint64)grid.n * grid.width) - 0.5, left,
                       WIDTH - NOTE};
  begin(out, bottom + 20, "distribution");
  ticks(out, &scale, 0, bottom, 1, "");
  for (guint i = 0; i < n; i++) {
    double base = (i + 1) * HEIGHT, middle = (double)lap_distribution_quantile(of[i], 0.5);
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *mean = g_strconcat(
        "\xC3\xB8 ", g_ascii_formatd(digits, sizeof digits, "%.1f", lap_measure_mean(&of[i]->of)), NULL);
    histogram(out, of[i], &grid, &scale, base, label ? i : 0);
    line(out, left, base, WIDTH - NOTE, base, "base");
    line(out, at(&scale, middle), base - HEIGHT + 12, at(&scale, middle), base, "due");
    if (label) text(out, LABEL - 8, base - HEIGHT / 2 + 10, "label", label[i]);
    text(out, WIDTH - NOTE + 8, base - HEIGHT / 2 + 10, "note", mean);
  }
  end(out);
}

/* --- parts of a whole */

void lap_plot_stacks(GString *out, const char *const *label, guint n, const double *value, guint parts)
{
  double most = 1e-9;
  for (guint i = 0; i < n; i++) {
    double sum = 0;
    for (guint k = 0; k < parts; k++) sum += MAX(value[i * parts + k], 0);
    most = MAX(most, sum);
  }
  const Scale scale = {0, most, LABEL, WIDTH - NOTE};
  double bottom = n * ROW + 6;
  begin(out, bottom + 20, "parts");
  ticks(out, &scale, 0, bottom, 1, "");
  for (guint i = 0; i < n; i++) {
    double y = i * ROW + ROW / 2 + 3, sum = 0;
    text(out, LABEL - 8, y + 4, "label", label[i]);
    for (guint k = 0; k < parts; k++) {
      double part = MAX(value[i * parts + k], 0);
      char digits[G_ASCII_DTOSTR_BUF_SIZE];
      if (part > 0)
        box(out, at(&scale, sum), y - 9, at(&scale, sum + part) - at(&scale, sum) - 1, 18, k,
            g_ascii_formatd(digits, sizeof digits, "%.2f", part));
      sum += part;
    }
    char digits[G_ASCII_DTOSTR_BUF_SIZE];
    text(out, WIDTH - NOTE + 8, y + 4, "note", g_ascii_formatd(digits, sizeof digits, "%.1f", sum));
  }
  end(out);
}
