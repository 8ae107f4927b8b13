import java.awt.*;
import java.awt.image.BufferedImage;
import java.io.File;
import java.nio.file.*;
import java.util.*;
import java.util.List;
import java.util.regex.*;
import javax.imageio.ImageIO;
import javax.swing.*;

/** Link-up boards as a Swing program would show them: {@code java LinkGame.java FOLDER}. */
public final class LinkGame {
    private static Path folder;
    private static String json;
    private static int[][] board;
    private static final Set<Long> SELECTED = new HashSet<>();
    private static final Map<Integer, BufferedImage> FACES = new HashMap<>();
    private static String[] texts = new String[0];
    private static String skin;
    private static int tile;

    public static void main(String[] arguments) throws Exception {
        folder = Path.of(arguments[0]);
        json = Files.readString(folder.resolve("state.json"));
        readState();
        String look = word("manner");
        for (UIManager.LookAndFeelInfo info : UIManager.getInstalledLookAndFeels()) {
            if (info.getName().equals(look)) UIManager.setLookAndFeel(info.getClassName());
        }
        SwingUtilities.invokeLater(LinkGame::show);
    }

    private static String word(String key) {
        Matcher m = Pattern.compile("\"" + key + "\": \"([^\"]*)\"").matcher(json);
        return m.find() ? m.group(1) : "";
    }

    private static List<Integer> numbers(String text) {
        List<Integer> all = new ArrayList<>();
        Matcher m = Pattern.compile("\\d+").matcher(text);
        while (m.find()) all.add(Integer.parseInt(m.group()));
        return all;
    }

    private static String part(String key) {
        Matcher m = Pattern.compile("\"" + key + "\": (\\[.*?\\](?=, \"|\\})|\\d+)").matcher(json);
        if (!m.find()) throw new IllegalStateException(key);
        return m.group(1);
    }

    private static void readState() throws Exception {
        int rows = numbers(part("rows")).get(0), cols = numbers(part("cols")).get(0);
        List<Integer> kinds = numbers(part("board"));
        board = new int[rows][cols];
        for (int n = 0; n < rows * cols; n++) board[n / cols][n % cols] = kinds.get(n);
        List<Integer> chosen = numbers(part("selected"));
        for (int n = 0; n + 1 < chosen.size(); n += 2) SELECTED.add(chosen.get(n) * 1000L + chosen.get(n + 1));
        skin = word("skin");
        tile = numbers(part("tile")).get(0);
        int count = numbers(part("kinds")).get(0);
        for (int kind = 1; kind <= count; kind++) {
            File file = folder.resolve("faces/" + kind + ".png").toFile();
            if (file.exists()) FACES.put(kind, ImageIO.read(file));
        }
        Matcher m = Pattern.compile("\"faces\": \\[(.*?)\\]").matcher(json);
        if (m.find()) {
            List<String> all = new ArrayList<>();
            Matcher one = Pattern.compile("\"([^\"]*)\"").matcher(m.group(1));
            while (one.find()) all.add(unescape(one.group(1)));
            texts = all.toArray(new String[0]);
        }
    }

    private static String unescape(String text) {
        Matcher m = Pattern.compile("\\\\u([0-9a-f]{4})").matcher(text);
        return m.replaceAll(found -> String.valueOf((char) Integer.parseInt(found.group(1), 16)));
    }

    private static boolean isSelected(int row, int col) {
        return SELECTED.contains(row * 1000L + col);
    }

    private static void show() {
        JFrame frame = new JFrame("Link-up");
        JMenuBar menu = new JMenuBar();
        for (String name : new String[] {"File", "Game", "Help"}) menu.add(new JMenu(name));
        frame.setJMenuBar(menu);
        JPanel south = new JPanel(new FlowLayout());
        south.add(new JLabel("Time left"));
        JProgressBar left = new JProgressBar(0, 100);
        left.setValue(64);
        south.add(left);
        south.add(new JButton("Hint"));
        south.add(new JButton("Restart"));
        frame.add(south, BorderLayout.SOUTH);
        JComponent[] ends = new JComponent[2];
        JComponent panel = skin.equals("painted") ? painted() : buttons(ends);
        JPanel around = new JPanel(new GridBagLayout());
        around.add(panel);
        frame.add(around, BorderLayout.CENTER);
        frame.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
        frame.pack();
        List<Integer> at = numbers(part("at"));
        frame.setLocation(at.get(0), at.get(1));
        frame.setVisible(true);
        javax.swing.Timer timer = new javax.swing.Timer(1200, event -> tell(panel, ends));
        timer.setRepeats(false);
        timer.start();
    }

    /** A grid of buttons; a cleared one is invisible, or with skin "blank" a disabled button. */
    private static JComponent buttons(JComponent[] ends) {
        JPanel grid = new JPanel(new GridLayout(board.length, board[0].length, skin.equals("text") ? 3 : 0, skin.equals("text") ? 3 : 0));
        for (int row = 0; row < board.length; row++) {
            for (int col = 0; col < board[0].length; col++) {
                int kind = board[row][col];
                JButton button = new JButton();
                button.setFocusable(false);
                button.setMargin(new Insets(0, 0, 0, 0));
                button.setPreferredSize(new Dimension(tile, skin.equals("text") ? tile * 2 / 3 : tile));
                if (kind > 0 && skin.equals("text")) {
                    button.setText(texts[kind - 1]);
                } else if (kind > 0) {
                    button.setIcon(new ImageIcon(FACES.get(kind).getScaledInstance(tile * 3 / 4, tile * 3 / 4, Image.SCALE_SMOOTH)));
                } else if (skin.equals("blank")) {
                    button.setEnabled(false);
                } else {
                    button.setVisible(false);
                }
                if (isSelected(row, col)) {
                    button.setBackground(Color.ORANGE);
                    button.setBorder(BorderFactory.createLineBorder(Color.RED, 3));
                }
                if (ends[0] == null) ends[0] = button;
                ends[1] = button;
                grid.add(button);
            }
        }
        return grid;
    }

    /** Tiles painted on a panel: a body with a dark side below and to the right. */
    private static JComponent painted() {
        JPanel panel = new JPanel() {
            @Override
            protected void paintComponent(Graphics plain) {
                Graphics2D g = (Graphics2D) plain;
                g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
                g.setPaint(new GradientPaint(0, 0, new Color(0x355c7d), 0, getHeight(), new Color(0xc06c84)));
                g.fillRect(0, 0, getWidth(), getHeight());
                for (int row = 0; row < board.length; row++)
                    for (int col = 0; col < board[0].length; col++)
                        if (board[row][col] > 0) paintTile(g, row, col);
            }
        };
        panel.setPreferredSize(new Dimension(board[0].length * tile + 40, board.length * tile + 40));
        return panel;
    }

    private static void paintTile(Graphics2D g, int row, int col) {
        int x = 20 + col * tile, y = 20 + row * tile, body = tile - 5;
        g.setColor(new Color(0x6b705c));
        g.fillRoundRect(x + 4, y + 4, body, body, 8, 8);
        g.setColor(isSelected(row, col) ? new Color(0xffd166) : new Color(0xfefae0));
        g.fillRoundRect(x, y, body, body, 8, 8);
        g.setColor(new Color(0xa5a58d));
        g.drawRoundRect(x, y, body, body, 8, 8);
        g.drawImage(FACES.get(board[row][col]), x + 4, y + 4, tile - 13, tile - 13, null);
    }

    private static void tell(JComponent panel, JComponent[] ends) {
        double x, y, pitchX = tile, pitchY = tile;
        if (ends[0] == null) {
            Point corner = panel.getLocationOnScreen();
            x = corner.x + 20;
            y = corner.y + 20;
        } else {
            Container grid = ends[0].getParent();
            Point corner = grid.getLocationOnScreen(), one = ends[0].getLocation(), end = ends[1].getLocation();
            pitchX = (end.x - one.x) / (board[0].length - 1.0);
            pitchY = (end.y - one.y) / (board.length - 1.0);
            x = corner.x + one.x + ends[0].getWidth() / 2.0 - pitchX / 2;
            y = corner.y + one.y + ends[0].getHeight() / 2.0 - pitchY / 2;
        }
        try {
            Path half = folder.resolve("geometry.part");
            Files.writeString(half, (x + pitchX / 2) + " " + (y + pitchY / 2) + " " + pitchX + " " + pitchY);
            Files.move(half, folder.resolve("geometry.json"), StandardCopyOption.ATOMIC_MOVE);
        } catch (java.io.IOException error) {
            throw new java.io.UncheckedIOException(error);
        }
    }
}
